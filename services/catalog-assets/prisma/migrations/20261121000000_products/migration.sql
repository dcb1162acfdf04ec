create table product (
  product_id text           not null,
  revision   integer        not null,
  version_id uuid           not null,
  is_package boolean        not null,
  is_bundle  boolean        not null,
  created    timestamptz(3) not null,
  modified   timestamptz(3) not null,
  document   json           not null,
  constraint product_pkey primary key (product_id)
);

create table product_code (
  code       text    not null,
  product_id text    not null,
  is_sku     boolean not null,
  constraint product_code_pkey primary key (code),
  constraint product_code_product_id_fkey foreign key (product_id) references product (product_id) on delete cascade on update no action
);

create index product_code_product_id_idx on product_code (product_id);

create table product_version (
  product_id text           not null,
  revision   integer        not null,
  version_id uuid           not null,
  created    timestamptz(3) not null,
  created_by text           not null,
  document   json           not null,
  constraint product_version_pkey primary key (product_id, revision),
  constraint product_version_product_id_fkey foreign key (product_id) references product (product_id) on delete cascade on update no action
);

create unique index product_version_version_id_key on product_version (version_id);

create table component_edge (
  product_id           text not null,
  component_product_id text not null,
  constraint component_edge_pkey primary key (product_id, component_product_id),
  constraint component_edge_product_id_fkey foreign key (product_id) references product (product_id) on delete cascade on update no action,
  constraint component_edge_component_product_id_fkey foreign key (component_product_id) references product (product_id) on delete restrict on update no action
);

create index component_edge_component_product_id_idx on component_edge (component_product_id);
