import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"144. Declare properties in place of new fields","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0144-declare-properties-in-place-of-new-fields.md","filePath":"docs/explanation/adr/0144-declare-properties-in-place-of-new-fields.md"}');
const _sfc_main = { name: "explanation/adr/0144-declare-properties-in-place-of-new-fields.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="144-declare-properties-in-place-of-new-fields" tabindex="-1">144. Declare properties in place of new fields <a class="header-anchor" href="#144-declare-properties-in-place-of-new-fields" aria-label="Permalink to &quot;144. Declare properties in place of new fields&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> Shops need fields of their own that are typed, searched and shown. Orders have <code>properties</code>, texts under any key, which clients use already.</p><p><strong>Decision.</strong> A declared field is a property whose key <code>custom-fields.json</code> or an extension describes. The wire does not change. A write is judged by what it changes: values that are as they were are right, whatever was declared since, so that an order is never stuck because of a declaration, and a person without the right can write an order back. Keys that nobody declares stay allowed, and a header names them: the body of a response has no place for it that every client passes over.</p><p>What the workflow itself writes is not checked. A run that stops at a gift message helps nobody, and a step that writes a field is code that is tested.</p><p>Considered: columns or an object <code>customFields</code> beside <code>properties</code> (two places for one thing, and clients would have to change); refusing undeclared keys (every client would have to know the file before it is reloaded); JSON Schema in the file (more than forms, filters and columns can show).</p><p><strong>Consequences.</strong> Values are texts, and their types are what <code>/openapi.json</code> says. A role of <code>roles.json</code> as a writer is told by its permissions, since tokens do not name it. Rules: <a href="/docs/site/reference/behaviour/custom-fields.html">declared fields</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0144-declare-properties-in-place-of-new-fields.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0144DeclarePropertiesInPlaceOfNewFields = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0144DeclarePropertiesInPlaceOfNewFields as default
};
