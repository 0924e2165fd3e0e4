"""Connect Four: seven columns, six high; four in a line wins. No secrets, no chance."""

from connect_four.rules import ConnectFour

game = ConnectFour()
