import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"120. Write ledger files in TypeScript","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0120-write-ledger-files-in-typescript.md","filePath":"docs/explanation/adr/0120-write-ledger-files-in-typescript.md"}');
const _sfc_main = { name: "explanation/adr/0120-write-ledger-files-in-typescript.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="120-write-ledger-files-in-typescript" tabindex="-1">120. Write ledger files in TypeScript <a class="header-anchor" href="#120-write-ledger-files-in-typescript" aria-label="Permalink to &quot;120. Write ledger files in TypeScript&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29; supersedes the format of lines in <a href="/docs/site/explanation/adr/0038-write-exports-in-the-database.html">ADR 38</a></p><p><strong>Context.</strong> Files of ledger lines were written by SQL strings, responses by TypeScript. Each column had to be added in both, <code>csvRow</code> existed twice, and its protection against formulas too.</p><p>Processor time of 100,000 lines, service and PostgreSQL together, in turns on one machine:</p><table tabindex="0"><thead><tr><th></th><th>SQL</th><th>TypeScript</th></tr></thead><tbody><tr><td>CSV</td><td>0.96 s</td><td>1.1 to 1.4 s</td></tr><tr><td>NDJSON</td><td>1.4 to 1.7 s</td><td>1.3 to 1.4 s</td></tr></tbody></table><p>Both write 90,000 lines a second or more; the target is 50,000.</p><p><strong>Decision.</strong> The database returns rows, 2,000 at a time; <code>csvRow</code> and the mapping of the search write them (<code>modules/export/line-formats.ts</code>).</p><p><strong>Consequences.</strong> A line has one format. The work moves from PostgreSQL to the process, which is busy for about 20 ms a read before other requests get their turn.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0120-write-ledger-files-in-typescript.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0120WriteLedgerFilesInTypescript = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0120WriteLedgerFilesInTypescript as default
};
