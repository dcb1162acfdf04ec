import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"155. Serve assistants by the command line","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0155-serve-assistants-by-the-command-line.md","filePath":"docs/explanation/adr/0155-serve-assistants-by-the-command-line.md"}');
const _sfc_main = { name: "explanation/adr/0155-serve-assistants-by-the-command-line.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="155-serve-assistants-by-the-command-line" tabindex="-1">155. Serve assistants by the command line <a class="header-anchor" href="#155-serve-assistants-by-the-command-line" aria-label="Permalink to &quot;155. Serve assistants by the command line&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-30</p><p><strong>Context.</strong> Assistants call tools by the Model Context Protocol. A server of it can stand at the gateway, over HTTP, or run where the assistant runs, over standard input and output. Whatever an assistant reads may hold instructions that a customer has written.</p><p><strong>Decision.</strong> <code>oms mcp</code> serves the protocol by the official SDK, over standard input and output. It is one more client of the interface: what it may see and do is what its token may, store by store, and the audit log has it like any other. It reads by default. With <code>--allow-writes</code> a change takes two calls: the dry run gives a confirmation, which is good once, for the same input and the same version of the order. Most routes that change an order have a dry run already; a hold, its release and a note show what would be written.</p><p>Considered: the protocol at the gateway. It would be a second public interface with sessions, limits and sign-in of its own; a process beside the assistant has none of them. Considered: a tool for each of the routes. A model chooses badly among a hundred, and most are about what an assistant must not do. Considered: asking the person through the protocol (elicitation). Few clients show it.</p><p><strong>Consequences.</strong> The tools are typed by the contracts of the routes and change with them. An assistant in a browser, without a process of its own, is not served.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0155-serve-assistants-by-the-command-line.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0155ServeAssistantsByTheCommandLine = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0155ServeAssistantsByTheCommandLine as default
};
