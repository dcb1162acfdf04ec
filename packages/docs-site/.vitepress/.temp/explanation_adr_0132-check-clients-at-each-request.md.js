import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"132. Check clients at each request","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0132-check-clients-at-each-request.md","filePath":"docs/explanation/adr/0132-check-clients-at-each-request.md"}');
const _sfc_main = { name: "explanation/adr/0132-check-clients-at-each-request.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="132-check-clients-at-each-request" tabindex="-1">132. Check clients at each request <a class="header-anchor" href="#132-check-clients-at-each-request" aria-label="Permalink to &quot;132. Check clients at each request&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> An access token of the built-in issuer is valid for an hour, and gateways check its signature alone. A client that is found out must stop at once, as must one whose time is over or whose secret is used from elsewhere.</p><p><strong>Decision.</strong> After the token is checked, a hook of the gateway looks at the client as the configuration has it now: time and networks, both in memory. Revoked tokens are marks by <code>jti</code>, where ended sessions are; a token that was good is looked up again after five seconds, so that a busy client costs one look-up in that time and not one for each request. Services need not know: they accept the tokens of the gateway alone.</p><p>Assertions of <code>private_key_jwt</code> are checked with <code>jose</code> against the keys of the configuration, and not against an address with keys: nothing is fetched for a stranger. Each counts once, by the same marks. What revokes a token need not verify it: it ends a <code>jti</code> that only its owner knows.</p><p><strong>Consequences.</strong> A revoked token works for at most five seconds at other gateways. While Redis does not respond, a gateway knows what it has revoked itself.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0132-check-clients-at-each-request.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0132CheckClientsAtEachRequest = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0132CheckClientsAtEachRequest as default
};
