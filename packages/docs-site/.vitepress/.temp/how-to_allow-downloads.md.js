import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Allow downloads from an intranet","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/allow-downloads.md","filePath":"docs/how-to/allow-downloads.md"}');
const _sfc_main = { name: "how-to/allow-downloads.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="allow-downloads-from-an-intranet" tabindex="-1">Allow downloads from an intranet <a class="header-anchor" href="#allow-downloads-from-an-intranet" aria-label="Permalink to &quot;Allow downloads from an intranet&quot;">​</a></h1><p>You want assets to be downloaded from addresses that are not public.</p><ol><li><p>Set <code>ASSET_FETCH_ALLOW</code> of <code>catalog-assets</code>: networks, addresses and host names, separated by commas.</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>ASSET_FETCH_ALLOW=10.20.0.0/16,fd00:20::/32,192.168.7.4,images.intranet.example</span></span></code></pre></div></li><li><p>Restart the service. An entry that is none of these stops the start.</p></li></ol><p>It works when <code>AddProductImage</code> with an address of that network returns the asset.</p><p>Allow only host names whose DNS is yours: a name may then lead anywhere. A firewall that keeps the service from what it need not reach is a good second barrier: the service resolves names with the DNS of its machine and connects directly, without a proxy. The rules are in <a href="/docs/site/reference/behaviour/assets.html#download-addresses">Download addresses</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/allow-downloads.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const allowDownloads = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  allowDownloads as default
};
