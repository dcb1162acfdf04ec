-- Addresses of files that catalog-assets stores are kept without the public base, which answers begin with (ADR 27 of the documentation).
--
-- The base is a setting that no script knows, and has perhaps changed since an address was written. It is found in the copies of products, which
-- come from catalog-assets alone: what stands there before `/assets/{assetId}/{fileName}?v={sha256}`, a form that nothing else has, is a base of
-- ours, today's or a former one. Addresses that begin with none of these stay.
do $$
declare
  bases text;
  path constant text := '(/assets/[^/?#"\\]+/[^/?#"\\]+\?v=[0-9a-f]{64}';
  whole text;
  member text;
begin
  select string_agg(distinct regexp_replace(base, '([^[:alnum:]])', '\\\1', 'g'), '|') into bases
  from (
    select substring(address from '^(https?://.*)/assets/[^/?#]+/[^/?#]+\?v=[0-9a-f]{64}$')
    from (select main_image_url from product_copy union all select image_url from product_copy_sku) as known (address)
  ) as found (base);
  if bases is null then return; end if;
  whole := '^(?:' || bases || ')' || path || ')$';
  member := '("(?:url|imageUrl)":")(?:' || bases || ')' || path || '")';
  update product_copy set main_image_url = regexp_replace(main_image_url, whole, '\1') where main_image_url ~ whole;
  update product_copy_sku set image_url = regexp_replace(image_url, whole, '\1') where image_url ~ whole;
  update "order" set document = regexp_replace(document::text, member, '\1\2', 'g')::json where document::text ~ member;
  update order_version set document = regexp_replace(document::text, member, '\1\2', 'g')::json where document::text ~ member;
  update cart set document = regexp_replace(document::text, member, '\1\2', 'g')::json where document::text ~ member;
end
$$;
