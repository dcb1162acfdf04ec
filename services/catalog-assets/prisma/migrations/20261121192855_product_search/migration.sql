-- Codes compare byte by byte, so that the order of results depends on nothing that is installed beside the database. The keys that
-- refer to one another change together.
alter table product_code drop constraint product_code_product_id_fkey;
alter table component_edge drop constraint component_edge_product_id_fkey, drop constraint component_edge_component_product_id_fkey;
-- Versions outlive their product: a product that is created again under the same id goes on with its revisions, and so with the
-- sequence of its events.
alter table product_version drop constraint product_version_product_id_fkey;
alter table product alter column product_id type text collate "C";
alter table product_code alter column code type text collate "C", alter column product_id type text collate "C";
alter table product_version alter column product_id type text collate "C";
alter table component_edge alter column product_id type text collate "C", alter column component_product_id type text collate "C";
alter table product_code
  add constraint product_code_product_id_fkey foreign key (product_id) references product (product_id) on delete cascade on update no action;
alter table component_edge
  add constraint component_edge_product_id_fkey foreign key (product_id) references product (product_id) on delete cascade on update no action,
  add constraint component_edge_component_product_id_fkey foreign key (component_product_id) references product (product_id) on delete restrict on update no action;

create extension if not exists pg_trgm;

-- What searches look at: narrow rows with the indexes of the filters beside the document.
create table product_search (
  product_id    text collate "C"   not null,
  is_package    boolean            not null,
  is_bundle     boolean            not null,
  brand         text collate "C",
  product_type  text collate "C",
  component_ids text[] collate "C" not null,
  search_text   text               not null,
  constraint product_search_pkey primary key (product_id),
  constraint product_search_product_id_fkey foreign key (product_id) references product (product_id) on delete cascade on update no action
);

-- Which SKUs of a component are named: those cannot be taken from its product.
alter table component_edge add column sku_ids text[] collate "C" not null default '{}';
alter table component_edge alter column sku_ids drop default;

-- Lower case of all letters, with the rules that this server has: its own of 17 and later, else those of ICU, else the database's.
do $$
declare
  rules constant text := coalesce(
    (select min(collname) from pg_collation
     where collname in ('pg_c_utf8', 'und-x-icu') and collencoding in (-1, pg_char_to_encoding(getdatabaseencoding()))),
    'default');
begin
  execute format(
    'create function pg_temp.folded(text) returns text language sql immutable as %L',
    format('select replace(lower($1 collate %I), ''ς'', ''σ'')', rules));
end
$$;

-- The rows of products that are stored already.
create temporary table stored_component on commit drop as
  select product_id, component from product cross join json_array_elements(document->'components') as component
  union all
  select product_id, component from product cross join json_array_elements(document->'variants') as variant
    cross join json_array_elements(variant->'components') as component;
create index on stored_component (product_id);
analyze stored_component;

insert into product_search (product_id, is_package, is_bundle, brand, product_type, component_ids, search_text)
select s.product_id,
  (s.document->>'isPackage')::boolean
    or exists (select from json_array_elements(s.document->'variants') as variant where (variant->>'isPackage')::boolean),
  (s.document->>'isBundle')::boolean,
  nullif(left(s.document->>'brand', 500), ''),
  nullif(left(s.document->>'productType', 500), ''),
  array(
    select distinct case when octet_length(id) <= 500 then id else 'sha256:' || encode(sha256(convert_to(id, 'UTF8')), 'hex') end
    from stored_component as c
      cross join unnest(array[c.component->>'productId', c.component->>'skuId', c.component->>'componentId']) as id
    where c.product_id = s.product_id and id <> ''
  ),
  coalesce((
    select left(string_agg(distinct pg_temp.folded(left(word, 500)), E'\n'), 65536)
    from (
      select unnest(array[s.product_id, s.document->>'name', s.document->>'brand', s.document->>'productType'])
      union all select json_array_elements_text(s.document->'gtins')
      union all select unnest(array[variant->>'skuId', variant->>'name']) from json_array_elements(s.document->'variants') as variant
      union all select json_array_elements_text(variant->'gtins') from json_array_elements(s.document->'variants') as variant
    ) as texts (word)
    where word <> ''
  ), '')
from product as s;

update component_edge as edge set sku_ids = named.sku_ids
from (
  select c.product_id, code.product_id as component_product_id, array_agg(distinct code.code) as sku_ids
  from stored_component as c
    cross join lateral (
      select c.component->>'skuId' union all select option->>'skuId' from json_array_elements(c.component->'options') as option
    ) as names (sku_id)
    join product_code as code on code.code = names.sku_id
  group by c.product_id, code.product_id
) as named
where edge.product_id = named.product_id and edge.component_product_id = named.component_product_id;

drop function pg_temp.folded(text);

-- Few keys a product: searches need not look through a list of what is still to be indexed.
create index product_search_component_ids_idx on product_search using gin (component_ids) with (fastupdate = off);
create index product_search_search_text_idx on product_search using gin (search_text gin_trgm_ops);
create index product_search_is_package_idx on product_search (product_id) where is_package;
create index product_search_is_bundle_idx on product_search (product_id) where is_bundle;
