// Placeholder until the first piece of this room lands.
