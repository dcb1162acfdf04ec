import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"128. Give hashes to the gateway alone","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0128-give-hashes-to-the-gateway-alone.md","filePath":"docs/explanation/adr/0128-give-hashes-to-the-gateway-alone.md"}');
const _sfc_main = { name: "explanation/adr/0128-give-hashes-to-the-gateway-alone.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="128-give-hashes-to-the-gateway-alone" tabindex="-1">128. Give hashes to the gateway alone <a class="header-anchor" href="#128-give-hashes-to-the-gateway-alone" aria-label="Permalink to &quot;128. Give hashes to the gateway alone&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> Every service reads the whole configuration, so that all refuse the same sets and compare one hash of it. With it each had the hashes of all passwords and client secrets, from a ConfigMap. orders-workflow stored those that were given in the browser, and the stream brought them to all. A service that is taken over could guess passwords at leisure.</p><p><strong>Decision.</strong> Hashes are in one file, <code>credentials.json</code>, in a folder that the gateway alone has. It is no part of the configuration of all: not checked by others, not in the hash, not in responses. Who people are, what they may do and where stays in <code>users.json</code>, which other services need.</p><p>A password that is given in the browser is taken out of the request at the gateway, which looks it up in its list of published ones, hashes it and keeps the hash sealed where it <a href="/docs/site/explanation/adr/0131-keep-credentials-of-people-sealed-at-orders-workflow.html">keeps what people change</a>. On goes a random name for it. The stored document with that name is the one write that makes the password count, with its check, its version and its way back; a hash whose name was never stored does nothing.</p><p>Considered: copies of the two files without hashes for the other services. Two copies differ some day. Also considered: hashes that are sealed inside of the stored document. They could not be sealed again after a change of the signing key, as versions never change. Also considered: to refuse hashes in the old files. Every installation would stop at the upgrade; they are a warning.</p><p><strong>Consequences.</strong> A reload of credentials is seen in no hash. A former version of <code>users.json</code> is good for as long as the gateway keeps its names: twenty for each person. Rows that were stored before still have hashes as long as they count, until the person gets another password: they are erased from versions that no longer do, by a function of the database, as no service may change a version.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0128-give-hashes-to-the-gateway-alone.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0128GiveHashesToTheGatewayAlone = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0128GiveHashesToTheGatewayAlone as default
};
