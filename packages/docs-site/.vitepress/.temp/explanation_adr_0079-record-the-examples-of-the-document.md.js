import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"79. Record the examples of the document","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0079-record-the-examples-of-the-document.md","filePath":"docs/explanation/adr/0079-record-the-examples-of-the-document.md"}');
const _sfc_main = { name: "explanation/adr/0079-record-the-examples-of-the-document.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="79-record-the-examples-of-the-document" tabindex="-1">79. Record the examples of the document <a class="header-anchor" href="#79-record-the-examples-of-the-document" aria-label="Permalink to &quot;79. Record the examples of the document&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> An integrator reads examples first. Examples that someone writes are wrong after the next change, and nobody notices.</p><p><strong>Decision.</strong> One test starts a system, lives through a small shop&#39;s life by its calls, and compares each call and its response with what is recorded in <code>packages/contracts/src/examples</code>. Ids, times, tokens, cursors and addresses are replaced by stable ones of the same form; equal values stay equal. The same test records again when <code>OMS_RECORD_EXAMPLES=yes</code>. The gateway puts the records into its document. Of a call that fails the response alone is kept. Other tests say what has no example, which example the schemas do not allow, and which sample made from one does not compile with <code>@open-oms/client</code>.</p><p>The same test reads the streams of its system at the end and records one event of each type of the catalogue, with the messages that it sends itself as an ERP connector. The AsyncAPI document has them; a type that no test saw, or an example that its schema does not allow, fails.</p><p><strong>Considered.</strong></p><ul><li>Examples in the contracts, checked against the schemas only: valid, but of a system that does not exist.</li><li>Examples from what all tests send: they are about edges, with ids that say nothing to a reader.</li></ul><p><strong>Consequences.</strong> A change of a response shows as a difference of a recorded file, which reviewers read. All times are the same one, so that an example says nothing about durations.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0079-record-the-examples-of-the-document.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0079RecordTheExamplesOfTheDocument = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0079RecordTheExamplesOfTheDocument as default
};
