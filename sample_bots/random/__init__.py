"""`random`: any valid action, each as likely; `paris` makes free actions seldom."""
