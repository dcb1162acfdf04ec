import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"117. Keep nats 2 behind one folder","description":"","frontmatter":{},"headers":[],"relativePath":"explanation/adr/0117-keep-nats-2-behind-one-folder.md","filePath":"docs/explanation/adr/0117-keep-nats-2-behind-one-folder.md"}');
const _sfc_main = { name: "explanation/adr/0117-keep-nats-2-behind-one-folder.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="117-keep-nats-2-behind-one-folder" tabindex="-1">117. Keep nats 2 behind one folder <a class="header-anchor" href="#117-keep-nats-2-behind-one-folder" aria-label="Permalink to &quot;117. Keep nats 2 behind one folder&quot;">​</a></h1><p><strong>Status</strong>: accepted, 2026-11-29</p><p><strong>Context.</strong> The last version of the package <code>nats</code> is 2.29.3, of September 2025. Its maintainers continue under other names, <code>@nats-io/transport-node</code> and <code>@nats-io/jetstream</code> 3.x, with the same protocol and differently divided packages. This project was founded with <code>nats</code>, and the registry does not mark it as deprecated.</p><p><strong>Decision.</strong> <code>nats</code> 2.29.3 stays, pinned. Only <code>packages/service-kit/src/events</code>, <code>consumers</code> and <code>event-losses</code> import it, eight files besides tests, and the layout check refuses the import elsewhere. Services see <code>publish</code>, consumers and streams of the kit, never a type of the library.</p><p><strong>Alternatives.</strong> To move now: it changes names and no behaviour that we need. Our own layer around the client: the kit&#39;s functions are that already.</p><p><strong>Consequences.</strong> We do not expect fixes of this package. The move is one step within these folders; it is due when we need a fix, or when a server refuses this client. The tests of losses, clusters and TLS, against a real server, decide whether it succeeded.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/explanation/adr/0117-keep-nats-2-behind-one-folder.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0117KeepNats2BehindOneFolder = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0117KeepNats2BehindOneFolder as default
};
