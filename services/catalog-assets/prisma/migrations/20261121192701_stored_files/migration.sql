-- Files by their content, and the writes under way that are about to refer to one.
create table stored_file (
  sha256        text collate "C" not null,
  length        integer          not null,
  content_type  text             not null,
  width         integer,
  height        integer,
  has_previews  boolean          not null,
  created       timestamptz(3)   not null,
  released      timestamptz(3),
  missing_since timestamptz(3),
  constraint stored_file_pkey primary key (sha256),
  constraint stored_file_sha256_check check (sha256 ~ '^[0-9a-f]{64}$')
);

create index stored_file_released_idx on stored_file (released) where released is not null;

create index stored_file_missing_since_idx on stored_file (missing_since) where missing_since is not null;

-- No foreign key: a hold is taken before the file is stored.
create table file_hold (
  hold_id uuid             not null,
  sha256  text collate "C" not null,
  expires timestamptz(3)   not null,
  constraint file_hold_pkey primary key (hold_id)
);

create index file_hold_sha256_idx on file_hold (sha256);

create index file_hold_expires_idx on file_hold (expires);
