import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"45. Long JSON bodies are parsed in pieces","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0045-long-json-bodies-are-parsed-in-pieces.md","filePath":"docs/explanation/adr/0045-long-json-bodies-are-parsed-in-pieces.md"}');
const _sfc_main = { name: "explanation/adr/0045-long-json-bodies-are-parsed-in-pieces.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="45-long-json-bodies-are-parsed-in-pieces" tabindex="-1">45. Long JSON bodies are parsed in pieces <a class="header-anchor" href="#45-long-json-bodies-are-parsed-in-pieces" aria-label="Permalink to &quot;45. Long JSON bodies are parsed in pieces&quot;">​</a></h1><p><strong>Status</strong>: accepted</p><p><strong>Context.</strong> A batch may be 20 MiB long. <code>JSON.parse</code> reads it in one turn of the event loop: 1,000,000 property names that nobody has seen before, 14 MB, took 1.2 s of processor time on the reference machine, ordinary ones of that number 0.2 s. All other requests of the process wait that long. A bound low enough for the first would refuse batches of the second kind, which clients send.</p><p><strong>Decision.</strong> A body is scanned once, and each piece of 64 KiB is handed to <code>JSON.parse</code> as a list or an object of its own; between two pieces other requests are served. Bounds on depth, on properties of an object (1,000) and on values of a body (1,000,000) are checked by the same scan, before more is parsed. A property test compares the result with that of <code>JSON.parse</code>. Hashing for <code>Idempotency-Key</code> and reading the rows of a batch also give way.</p><p>Considered: a worker thread (handing the result over is as long a turn as parsing it), a streaming parser (a second grammar for long bodies, with other messages and other limits than <code>JSON.parse</code>), lower bounds (refuse what is sent today).</p><p><strong>Consequences.</strong> A body shorter than a piece costs one scan and one <code>JSON.parse</code>, as before. <code>parse-json.ts</code> is longer than a call of a parser; it knows no grammar but brackets, commas and texts.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0045-long-json-bodies-are-parsed-in-pieces.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0045LongJsonBodiesAreParsedInPieces = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0045LongJsonBodiesAreParsedInPieces as default
};
