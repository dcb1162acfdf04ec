import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"11. Choose the libraries of the server by what it needs","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0011-choose-the-libraries-of-the-server.md","filePath":"docs/explanation/adr/0011-choose-the-libraries-of-the-server.md"}');
const _sfc_main = { name: "explanation/adr/0011-choose-the-libraries-of-the-server.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="11-choose-the-libraries-of-the-server-by-what-it-needs" tabindex="-1">11. Choose the libraries of the server by what it needs <a class="header-anchor" href="#11-choose-the-libraries-of-the-server-by-what-it-needs" aria-label="Permalink to &quot;11. Choose the libraries of the server by what it needs&quot;">​</a></h1><p><strong>Status</strong>: superseded in part: tokens by <a href="/docs/site/explanation/adr/0050-use-fastify-jwt-for-tokens.html">ADR 50</a>, OpenAPI by <a href="/docs/site/explanation/adr/0053-make-the-openapi-document-from-the-contracts.html">ADR 53</a></p><p><strong>Context.</strong> The intended set was <code>@fastify/jwt</code> with <code>get-jwks</code>, <code>@fastify/swagger</code>, <code>@fastify/helmet</code>, <code>close-with-grace</code>.</p><p><strong>Decision.</strong> Each was compared with what is needed:</p><ul><li><strong>Tokens: <code>jose</code>.</strong> <code>get-jwks</code> converts keys by a package without Ed25519 and fetches again for every unknown key id, so that any client can cause a flood of requests to the issuer. Our code fetches at most once a second for all requests and keeps verified tokens until they expire.</li><li><strong>OpenAPI: own code.</strong> The contracts hold everything already; a throw-away server to collect it again was more code. The result is checked by a validator in tests.</li><li><strong>Stopping: own code.</strong> <code>close-with-grace</code> takes the second signal of one Ctrl-C (the terminal&#39;s and the launcher&#39;s) for a request to end immediately.</li><li><strong>Security headers: constants.</strong> <code>@fastify/helmet</code> computes them for every request; the gateway took 155–195 µs of CPU per GET with it and 72–124 µs without.</li><li><strong>Reading requests: own code</strong> (ADR 2), on TypeBox&#39;s compiled checks.</li></ul><p><strong>Consequences.</strong> Our own replacements are small, in service-kit and <code>gateway</code>, and tested like the rest.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0011-choose-the-libraries-of-the-server.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0011ChooseTheLibrariesOfTheServer = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0011ChooseTheLibrariesOfTheServer as default
};
