"""The commands of `manage.py`: one file each, thin, over services and exports."""
