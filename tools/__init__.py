"""What is done with the project by hand or by make: set-up, catalogues, lock files, the phone program, the soak."""
