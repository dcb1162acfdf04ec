import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Move the domain of file addresses","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/relocate-asset-addresses.md","filePath":"docs/how-to/relocate-asset-addresses.md"}');
const _sfc_main = { name: "how-to/relocate-asset-addresses.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="move-the-domain-of-file-addresses" tabindex="-1">Move the domain of file addresses <a class="header-anchor" href="#move-the-domain-of-file-addresses" aria-label="Permalink to &quot;Move the domain of file addresses&quot;">​</a></h1><p>You want the addresses of stored files to begin with another base: after moving the domain, or for a copy of the data. Addresses are kept without the base, so nothing has to be rewritten.</p><ol><li>For a copy restore the databases and the files. A copy needs its own bucket or folder and its own NATS.</li><li>Set <code>ASSET_PUBLIC_BASE</code> of catalog-assets and of orders-workflow to the new base (<code>assetPublicBase</code> in the Helm values) and restart both.</li><li>Let the old domain redirect for as long as clients keep addresses.</li></ol><p>It works when <code>url</code>, <code>mainImageUrl</code> and <code>imageUrl</code> of a product and of an order begin with the new base and the address returns the file.</p><p>Former versions kept addresses with their base. Once every process of such a version has ended, make them relative, and those of former domains with them:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>npx oms assets relocate --from https://shop.example.com --from https://former.example.com</span></span></code></pre></div><p>The command works through both databases in short transactions beside the running services, prints how many rows changed, and may be repeated. In containers it is <code>node dist/cli/relocate.js --from …</code> in the images of catalog-assets and orders-workflow.</p><p>What stays: foreign addresses, addresses under the old base that a client sends after the move, free properties, and what clients, caches and consumers of events keep.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/relocate-asset-addresses.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const relocateAssetAddresses = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  relocateAssetAddresses as default
};
