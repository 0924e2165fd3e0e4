"""The sandbox of a local bot, with bubblewrap: what it sees, what it may use, how it ends.

limits      what one process of a bot may use, with all it starts
mounts      which files it sees, and why no others
seccomp     system calls that namespaces do not confine
cgroups     limits for all processes of a bot together, where we may set them
bubblewrap  the command that puts it all together, and whether it works here
"""
