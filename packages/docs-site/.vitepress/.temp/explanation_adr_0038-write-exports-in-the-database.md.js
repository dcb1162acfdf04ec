import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"38. Write exports of ledger lines in the database","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0038-write-exports-in-the-database.md","filePath":"docs/explanation/adr/0038-write-exports-in-the-database.md"}');
const _sfc_main = { name: "explanation/adr/0038-write-exports-in-the-database.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="38-write-exports-of-ledger-lines-in-the-database" tabindex="-1">38. Write exports of ledger lines in the database <a class="header-anchor" href="#38-write-exports-of-ledger-lines-in-the-database" aria-label="Permalink to &quot;38. Write exports of ledger lines in the database&quot;">​</a></h1><p><strong>Status</strong>: accepted; the format of lines is superseded by <a href="/docs/site/explanation/adr/0120-write-ledger-files-in-typescript.html">ADR 120</a></p><p><strong>Context.</strong> An export has no window: a year of lines is millions of rows, at 50,000 a second and with memory that does not grow. Read as rows, a line costs the process 13 µs to turn its 25 columns into an object and the object into text, after the 4 µs that the database takes to find it. In sequence this misses the target on a small machine, and takes processor time from requests.</p><p><strong>Decision.</strong> Postgres writes the lines of a file (<code>modules/export/line-text.ts</code>) and hands over some thousand at a time as one text, which goes to the client as it is. Position and end of a piece come beside it. The process spends under 2 µs a line, the database 5 (CSV) to 8 (NDJSON).</p><p>Similarly, <code>verify</code> lets Postgres write the canonical text of lines, and a search whose filters name only postings and stores counts its matches by <code>posting.line_count</code>, with a correction for the few lines that belong to another store than their posting.</p><p>A file shows the ledger of one moment, without a transaction that stays open during the download. The moment is the end of each company&#39;s chain: the numbers of a chain are assigned under its lock, so that postings under way come after its end, whatever their time is. Times are not suitable: a posting gets its time before it is committed, and clocks of two machines differ.</p><p><strong>Consequences.</strong> The format of a line is defined in SQL for files, and in TypeScript for responses. A test writes lines of arbitrary texts both ways and compares them, byte by byte for CSV and as objects for NDJSON; adding a column to a ledger line means adding it in both.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0038-write-exports-in-the-database.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0038WriteExportsInTheDatabase = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0038WriteExportsInTheDatabase as default
};
