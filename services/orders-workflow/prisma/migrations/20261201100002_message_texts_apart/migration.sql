-- The texts of a message are written once, and its row changes four times until it is sent: they are kept beside the row, which is short then, with
-- room for its next state on the same page. Rows of before stay as they are.
ALTER TABLE "message" SET (toast_tuple_target = 512, fillfactor = 60);
ALTER TABLE "message" ALTER COLUMN "composition" SET STORAGE MAIN;
