create table business_customer (
  customer_id text collate "C" not null,
  created     timestamptz(3)   not null,
  modified    timestamptz(3)   not null,
  document    json             not null,
  constraint business_customer_pkey primary key (customer_id)
);

-- Where assets stand. Rows follow from the documents of products and customers and are written with them.
create table asset_place (
  owner       text collate "C" not null,
  asset_id    text collate "C" not null,
  product_id  text collate "C",
  customer_id text collate "C",
  sha256      text collate "C",
  file_name   text collate "C",
  stored      timestamptz(3)   not null,
  constraint asset_place_pkey primary key (owner, asset_id),
  constraint asset_place_carrier_check check (num_nonnulls(product_id, customer_id) = 1),
  constraint asset_place_file_check check ((sha256 is null) = (file_name is null)),
  constraint asset_place_product_id_fkey foreign key (product_id) references product (product_id) on delete cascade on update no action,
  constraint asset_place_customer_id_fkey foreign key (customer_id) references business_customer (customer_id) on delete cascade on update no action,
  -- A file that an asset shows is never removed, whatever the program does.
  constraint asset_place_sha256_fkey foreign key (sha256) references stored_file (sha256) on delete restrict on update no action
);

create index asset_place_asset_id_idx on asset_place (asset_id);

create index asset_place_product_id_idx on asset_place (product_id);

create index asset_place_customer_id_idx on asset_place (customer_id);

create index asset_place_sha256_idx on asset_place (sha256);

create table asset_sequence (
  asset_id text collate "C" not null,
  sequence integer          not null,
  constraint asset_sequence_pkey primary key (asset_id)
);
