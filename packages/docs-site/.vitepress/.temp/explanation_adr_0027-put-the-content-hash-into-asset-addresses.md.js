import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"27. Put the content hash into the address of an asset","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0027-put-the-content-hash-into-asset-addresses.md","filePath":"docs/explanation/adr/0027-put-the-content-hash-into-asset-addresses.md"}');
const _sfc_main = { name: "explanation/adr/0027-put-the-content-hash-into-asset-addresses.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="27-put-the-content-hash-into-the-address-of-an-asset" tabindex="-1">27. Put the content hash into the address of an asset <a class="header-anchor" href="#27-put-the-content-hash-into-the-address-of-an-asset" aria-label="Permalink to &quot;27. Put the content hash into the address of an asset&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> Assets are in the documents of products and customers, so that a read is one row. Yet files are looked up by asset id, counted by content, cached by browsers, and one call changes an asset on every product that has it. Deployments change their public host.</p><p><strong>Decision.</strong> The <code>url</code> of a stored asset ends in <code>?v=&lt;sha256&gt;</code>: it names its content, may be cached forever, and is the only statement of what the asset refers to. The rows of <code>asset_place</code> follow from the documents and are written with them.</p><p>Addresses are stored without the public base in documents, versions, outbox and stored responses of every service. The base is added to <code>url</code>, <code>imageUrl</code> and <code>mainImageUrl</code> of what goes out and removed from what comes in. An event names its base in the attribute <code>publicbase</code>, and consumers remove it.</p><p>A write decides under the locks. When files are pending, its transaction ends without a write and returns them (<code>saveWithFiles</code>); they are downloaded and stored with no transaction open, and the decision is repeated on the fresh document. Products are locked by id, then files by content, then asset ids for the numbers of events.</p><p>Considered: rewriting stored addresses in a migration. It knows no environment and would lock all orders; <code>npx oms assets relocate</code> does it with the bases that are given.</p><p><strong>Consequences.</strong> Addresses are long. Changing <code>ASSET_PUBLIC_BASE</code> takes a restart of both services. Foreign consumers that keep an address keep its base. A decision may run twice, so it has no effect outside its transaction. Rules: <a href="/docs/site/reference/behaviour/assets.html#file-addresses">file addresses</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0027-put-the-content-hash-into-asset-addresses.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0027PutTheContentHashIntoAssetAddresses = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0027PutTheContentHashIntoAssetAddresses as default
};
