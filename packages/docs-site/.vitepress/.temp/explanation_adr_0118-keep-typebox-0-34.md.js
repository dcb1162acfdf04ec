import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"118. Keep TypeBox 0.34","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0118-keep-typebox-0-34.md","filePath":"docs/explanation/adr/0118-keep-typebox-0-34.md"}');
const _sfc_main = { name: "explanation/adr/0118-keep-typebox-0-34.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="118-keep-typebox-034" tabindex="-1">118. Keep TypeBox 0.34 <a class="header-anchor" href="#118-keep-typebox-034" aria-label="Permalink to &quot;118. Keep TypeBox 0.34&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> Models, routes, events and configuration files are declared once, in <code>@sinclair/typebox</code> 0.34. Types, validation, the OpenAPI and AsyncAPI documents, the client and the texts of stored orders derive from them: some 210 files import it. Its successor has another name, <code>typebox</code> 1.x, and marks schemas with a hidden <code>~kind</code> instead of the symbol <code>Kind</code>, by which our code tells amounts, quantities and dates apart.</p><p><strong>Decision.</strong> 0.34 stays, at its latest fix. Some twenty files read schemas by <code>Kind</code>, most of them in <code>packages/contracts/src</code> (<code>primitives.ts</code>, <code>complete.ts</code>, <code>model-fields.ts</code>) and in the kit&#39;s <code>input</code> and <code>openapi</code>; all others only declare. A move changes these files and renames an import elsewhere.</p><p><strong>Alternatives.</strong> To move now: it changes every contract and gives clients nothing, and the documents that are compared with released ones would have to stay identical to the byte. JSON Schema by hand: a type and its check could differ.</p><p><strong>Consequences.</strong> We watch for security notices of 0.34. The snapshot of the interface shows whether a move changed something for clients.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0118-keep-typebox-0-34.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0118KeepTypebox034 = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0118KeepTypebox034 as default
};
