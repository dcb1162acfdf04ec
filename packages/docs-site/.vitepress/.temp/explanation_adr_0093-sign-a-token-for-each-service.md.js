import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"93. Sign a token for each service","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0093-sign-a-token-for-each-service.md","filePath":"docs/explanation/adr/0093-sign-a-token-for-each-service.md"}');
const _sfc_main = { name: "explanation/adr/0093-sign-a-token-for-each-service.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="93-sign-a-token-for-each-service" tabindex="-1">93. Sign a token for each service <a class="header-anchor" href="#93-sign-a-token-for-each-service" aria-label="Permalink to &quot;93. Sign a token for each service&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-28</p><p><strong>Context.</strong> The gateway passed a client&#39;s token on to the service, and made one for a person. All of them had one audience, all roles of the caller, and up to an hour to live. A compromised service therefore saw tokens that worked at the public gateway, without a cookie or a CSRF token, and at the other services. Each service decodes images or calls foreign systems, so one compromised service must not mean all.</p><p><strong>Decision.</strong> Tokens of callers end at the gateway. For each request it signs a token for one service, with the roles that the route can use and the stores of the caller, valid for a minute. Services know one issuer, the gateway, and one audience, themselves. This also holds when callers&#39; tokens have another issuer, so the gateway always has signing keys, and services no longer know that issuer. One key signs both kinds of tokens. Issuer and audience keep them apart, and the gateway does not start with an issuer of the same name.</p><p>The roles come from the contract of the route: <code>access</code>, and <code>optionalRoles</code> where a handler does more for some. The kit gives handlers no other roles, with or without the gateway, so a handler that looks at an undeclared role fails its own tests.</p><p>A signature takes a tenth of a millisecond. The gateway caches a caller&#39;s tokens with the verified caller, by service and roles, for half of their lifetime; services cache what they have verified, as before. Most requests cost two additional look-ups.</p><p><strong>Alternatives.</strong> Mutual TLS between gateway and services says which process calls, not on whose behalf. Token exchange (RFC 8693) at another issuer means one call to it per caller and service, and not every issuer supports it. A narrower audience for callers&#39; tokens would be work for every client.</p><p><strong>Consequences.</strong> Gateways and services from before and after this change do not understand each other: they are upgraded together. <code>TOKEN_SIGNING_KEYS</code> is required in production with another issuer too. A role that a handler looks at has to be in its contract. Whoever has the signing keys can call everything; only the gateway has them.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0093-sign-a-token-for-each-service.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0093SignATokenForEachService = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0093SignATokenForEachService as default
};
