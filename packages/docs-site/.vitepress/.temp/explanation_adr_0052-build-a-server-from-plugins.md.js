import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"52. Build a server from plugins and validate with our reader","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0052-build-a-server-from-plugins.md","filePath":"docs/explanation/adr/0052-build-a-server-from-plugins.md"}');
const _sfc_main = { name: "explanation/adr/0052-build-a-server-from-plugins.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="52-build-a-server-from-plugins-and-validate-with-our-reader" tabindex="-1">52. Build a server from plugins and validate with our reader <a class="header-anchor" href="#52-build-a-server-from-plugins-and-validate-with-our-reader" aria-label="Permalink to &quot;52. Build a server from plugins and validate with our reader&quot;">​</a></h1><p><strong>Status</strong>: accepted; replaces how <a href="/docs/site/explanation/adr/0002-normalise-requests-before-checking.html">ADR 2</a> runs the reader, not what the reader does</p><p><strong>Context.</strong> <code>buildServer</code> called a dozen functions <code>add…(app)</code>, whose order and dependencies were in comments only. The route handler ran the reader of ADR 2 itself, so that Fastify knew no schema of any route.</p><p><strong>Decision.</strong></p><ul><li><strong>Named plugins.</strong> Each part of the server is a plugin by <code>fastify-plugin</code>, with its name and what it depends on; <code>buildServer</code> is a list of <code>register</code>s. A missing or misplaced part stops the start with its name.</li><li><strong>The validator compiler.</strong> The contract&#39;s schemas are the route&#39;s <code>schema</code>. <code>input-validation</code> sets the validator compiler: it compiles our reader, and Fastify puts the normal form into <code>request.params</code>, <code>query</code> and <code>body</code>.</li><li><strong>Long lists.</strong> In this version of Fastify (5.12) a validator that returns a promise can only pass or fail. A body that is a list is read item by item between other requests, so its reader writes each item back into the list that was sent.</li><li><strong>Keys.</strong> The hash for <code>Idempotency-Key</code> is that of the input as it was sent; a <code>preValidation</code> hook notes it for requests with a key. Hashes that are stored stay valid.</li><li><strong>Types.</strong> Handlers are features, which do not import Fastify: their request is typed by the contract itself (<code>TypedRequest&lt;typeof contract&gt;</code>). <code>@fastify/type-provider-typebox</code> would type a Fastify request that no handler receives, so it is not used.</li></ul><p><strong>Consequences.</strong> Where both the body and the query are wrong, the error names the body&#39;s mistakes: Fastify validates path, body, query. Before, it was path, query, body. A body of <code>null</code> for a list is an empty list for <code>Idempotency-Key</code> too.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0052-build-a-server-from-plugins.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0052BuildAServerFromPlugins = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0052BuildAServerFromPlugins as default
};
