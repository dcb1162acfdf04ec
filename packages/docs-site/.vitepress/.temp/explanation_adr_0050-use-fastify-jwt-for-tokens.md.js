import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"50. Use @fastify/jwt for tokens","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0050-use-fastify-jwt-for-tokens.md","filePath":"docs/explanation/adr/0050-use-fastify-jwt-for-tokens.md"}');
const _sfc_main = { name: "explanation/adr/0050-use-fastify-jwt-for-tokens.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="50-use-fastifyjwt-for-tokens" tabindex="-1">50. Use @fastify/jwt for tokens <a class="header-anchor" href="#50-use-fastifyjwt-for-tokens" aria-label="Permalink to &quot;50. Use @fastify/jwt for tokens&quot;">​</a></h1><p><strong>Status</strong>: accepted; replaces the tokens of <a href="/docs/site/explanation/adr/0011-choose-the-libraries-of-the-server.html">ADR 11</a></p><p><strong>Context.</strong> ADR 11 verified tokens with code of our own on <code>jose</code>, because <code>get-jwks</code> cannot read Ed25519 keys and fetches again for every unknown key id. <code>@fastify/jwt</code> is the usual plugin of Fastify. Its older versions made a verifier and a cache for each request where the key comes from a function (issue 358); since pull request 360 it keeps one verifier for each key that it is given as PEM text.</p><p><strong>Decision.</strong> The plugin <code>authentication</code> of service-kit registers <code>@fastify/jwt</code> (10.2.8): the gateway signs and verifies with it, the services verify. Three small things are our own:</p><ul><li><strong>The key store</strong> (<code>issuer-keys.ts</code>) is the plugin&#39;s <code>secret</code> callback. It finds the key by <code>kid</code>, gives it as PEM, fetches the key set at most once a second for all requests, and keeps old keys in use while the issuer is unreachable.</li><li><strong>Verified tokens are cached</strong> in front of the plugin, 5,000 of them, for five minutes and never beyond their end. The plugin decodes and hashes a token before its own cache finds it, which every request would pay twice: in the gateway and in the service behind it. A lookup by the token itself does neither. The plugin&#39;s cache stays off.</li><li><strong>The errors</strong> are turned into the product&#39;s. The library names a bad claim in its message alone, so the name is read from there.</li></ul><p>The plugin accepts a token at the instant of its <code>exp</code>; RFC 7519 does not, so that is checked again.</p><p><strong>Consequences.</strong> <code>jose</code> stays for what <code>@fastify/jwt</code> does not do, in the gateway alone: thumbprints of RFC 7638 in the key ring, the sealed values of cookies (<a href="/docs/site/explanation/adr/0084-keep-sessions-of-people-at-the-gateway.html">ADR 84</a>), and the key sets and logout tokens of OpenID Connect providers (<a href="/docs/site/explanation/adr/0087-sign-people-in-by-openid-connect.html">ADR 87</a>). Tests use it to sign and verify independently of the library in use. A new version of <code>@fastify/jwt</code> must keep its messages&#39; claim names; <code>authentication.test.ts</code> compares them.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0050-use-fastify-jwt-for-tokens.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0050UseFastifyJwtForTokens = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0050UseFastifyJwtForTokens as default
};
