"""What makes, installs and tests Colonnade; no part of the installed package."""
