"""`random`: any valid action, each as likely."""
