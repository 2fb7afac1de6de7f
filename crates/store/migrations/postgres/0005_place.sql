-- Where the bytes of this record's files are; none: in the data directory.
ALTER TABLE record ADD COLUMN files TEXT COLLATE "C";
