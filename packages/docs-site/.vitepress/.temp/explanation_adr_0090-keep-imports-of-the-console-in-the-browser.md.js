import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"90. Keep imports of the console in the browser","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0090-keep-imports-of-the-console-in-the-browser.md","filePath":"docs/explanation/adr/0090-keep-imports-of-the-console-in-the-browser.md"}');
const _sfc_main = { name: "explanation/adr/0090-keep-imports-of-the-console-in-the-browser.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="90-keep-imports-of-the-console-in-the-browser" tabindex="-1">90. Keep imports of the console in the browser <a class="header-anchor" href="#90-keep-imports-of-the-console-in-the-browser" aria-label="Permalink to &quot;90. Keep imports of the console in the browser&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-26; its readers of files are superseded by <a href="/docs/site/explanation/adr/0105-read-import-files-in-one-package.html">ADR 105</a></p><p><strong>Context.</strong> People without a shell import files in the console. An import takes minutes; meanwhile a window is closed or a connection breaks. It needs the file, its progress, and a report of each row. <code>oms import</code> keeps these in a folder beside the file. The API has no resource for imports: it takes batches, each with an idempotency key, and forgets the rows that it refused.</p><p><strong>Decision.</strong> The console sends the same batches as the command line, from the browser, through the public client. What the command line keeps in its folder is in the browser&#39;s IndexedDB: the file while rows remain, the finished batches, and the result of each row. Idempotency keys consist of the id of the import and the number of the batch. A file always gives the same batches as long as nobody changes the readers or the batch sizes. Whoever does raises <code>BATCHES_VERSION</code>, and imports of another version do not continue. Nor do imports that began more than 47 hours ago: keys are kept for 48 hours. A browser lock prevents two windows from sending the same import, and one from deleting what the other sends.</p><p>The last 20 imports of a user, and all with remaining rows, are kept for 30 days. Opening the page deletes older ones of every user. The page says that the data is in this browser.</p><p>The file is read in pieces on the page&#39;s own thread, each in its own task: a worker would not make the page more responsive.</p><p><strong>Consequences.</strong> A report is not visible in another browser; it can be downloaded. Refused rows stay on the user&#39;s machine after sign-out, until the report is deleted or someone opens the page in that browser after the 30 days. Other users do not see it on the page. It is not encrypted: whoever has access to the browser&#39;s data can read it.</p><p>Imports do not continue while nobody has the page open. Jobs on the server would; they would need the files on the server, and rules for where and how long to keep them.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0090-keep-imports-of-the-console-in-the-browser.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0090KeepImportsOfTheConsoleInTheBrowser = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0090KeepImportsOfTheConsoleInTheBrowser as default
};
