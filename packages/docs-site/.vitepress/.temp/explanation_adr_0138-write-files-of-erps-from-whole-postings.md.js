import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"138. Write files of ERPs from whole postings","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0138-write-files-of-erps-from-whole-postings.md","filePath":"docs/explanation/adr/0138-write-files-of-erps-from-whole-postings.md"}');
const _sfc_main = { name: "explanation/adr/0138-write-files-of-erps-from-whole-postings.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="138-write-files-of-erps-from-whole-postings" tabindex="-1">138. Write files of ERPs from whole postings <a class="header-anchor" href="#138-write-files-of-erps-from-whole-postings" aria-label="Permalink to &quot;138. Write files of ERPs from whole postings&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> Many ERPs take vouchers by a file. SIE 4I, DATEV, SAF-T and GBAT10 differ in encoding, signs and VAT, and each is refused, or booked twice, when a voucher is incomplete or imported again.</p><p><strong>Decision.</strong> One pure writer for each format turns a posting into text; one use case reads the ledger for the interface and the command line. A voucher is a whole posting with its number in the hash chain of the company: it is there already, never used again in its company, and stays the same in every file. The ledger is read twice at one moment: first to find everything that has no place, and what the head of a file sums up, then to write, so that neither memory nor a half-written file grows with the month. What has no place is refused with all names; amounts are never rounded, or the file would not have the ledger&#39;s sums.</p><p>DATEV rows have an account and a counter account. Each line is booked net against a clearing account: the file says exactly what the ledger says. Gross rows with VAT keys would be shorter, but DATEV computes their VAT again, row by row, and ends at other sums.</p><p>Considered: formats of the existing export of ledger lines. Its filters cut postings in two. Considered: a number sequence of files. It would need a table and would give a repeated export other numbers.</p><p><strong>Consequences.</strong> A file has one currency and, for DATEV, one fiscal year. The published schema of SAF-T has no licence that lets it stand in this repository: tests use a schema of the elements that are written. Rules: <a href="/docs/site/reference/behaviour/accounting-files.html">accounting files</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0138-write-files-of-erps-from-whole-postings.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0138WriteFilesOfErpsFromWholePostings = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0138WriteFilesOfErpsFromWholePostings as default
};
