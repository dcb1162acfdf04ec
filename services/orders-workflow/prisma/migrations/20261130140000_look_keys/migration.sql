-- What the names of a colleague look like. Filled when the person is here next, as `seen` is.
ALTER TABLE "colleague" ADD COLUMN     "look_keys" TEXT[] DEFAULT ARRAY[]::TEXT[];
