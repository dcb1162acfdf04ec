import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"51. Use @fastify/multipart for forms","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0051-use-fastify-multipart-for-forms.md","filePath":"docs/explanation/adr/0051-use-fastify-multipart-for-forms.md"}');
const _sfc_main = { name: "explanation/adr/0051-use-fastify-multipart-for-forms.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="51-use-fastifymultipart-for-forms" tabindex="-1">51. Use @fastify/multipart for forms <a class="header-anchor" href="#51-use-fastifymultipart-for-forms" aria-label="Permalink to &quot;51. Use @fastify/multipart for forms&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A file comes as plain bytes or as the part <code>file</code> of a form. Forms were read by <code>@fastify/busboy</code> and code of our own around it, which <code>@fastify/multipart</code> also contains, and maintains with the parser.</p><p><strong>Decision.</strong> The scope of a route that takes a file registers <code>@fastify/multipart</code> (10.1.9) and walks through <code>request.parts()</code>. Plain bytes are read from the request as a stream, as before; both end in <code>keepStream</code>, which hashes and bounds the file while it is written. Three settings are not the plugin&#39;s own:</p><ul><li>Two parts <code>file</code> are refused, other parts are dropped. Every part counts as a file, that is as a stream: the plugin would refuse a form for a JSON part that has nothing to do with the file.</li><li>The plugin bounds parts, not the body: <code>readForm</code> counts the bytes of the whole request and refuses it above 25 MiB and a frame.</li><li>What the plugin raises at the end for parts that are passed over (after the hundredth, or of a name like <code>constructor</code>) is ignored, because the file has been read by then.</li></ul><p><strong>Consequences.</strong> One direct dependency less. The plugin is registered for each such route and not for the server, because everywhere else every body is read as JSON, whatever its content type says.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0051-use-fastify-multipart-for-forms.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0051UseFastifyMultipartForForms = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0051UseFastifyMultipartForForms as default
};
