"""The tests of the plugin run pytest within pytest."""

pytest_plugins = ["pytester"]
