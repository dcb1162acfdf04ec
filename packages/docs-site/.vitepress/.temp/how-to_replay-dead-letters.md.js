import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Replay dead letters","description":"","frontmatter":{},"headers":[],"relativePath":"how-to/replay-dead-letters.md","filePath":"docs/how-to/replay-dead-letters.md"}');
const _sfc_main = { name: "how-to/replay-dead-letters.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="replay-dead-letters" tabindex="-1">Replay dead letters <a class="header-anchor" href="#replay-dead-letters" aria-label="Permalink to &quot;Replay dead letters&quot;">​</a></h1><p>You see <code>oms_dead_letters</code> above 0: an event failed eight times, or does not fit its contract. Later events of the same aggregate wait behind it; others continue.</p><ol><li><p>List them and read the reason:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>npx oms events dead-letters list</span></span></code></pre></div><p><code>--service</code> narrows to one service.</p></li><li><p>Remove the cause.</p></li><li><p>Replay, or drop an event whose effect you do not want:</p><div class="language- vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span>npx oms events dead-letters replay --id 12</span></span>
<span class="line"><span>npx oms events dead-letters drop --id 12</span></span></code></pre></div><p><code>--all</code> takes all dead letters of a service.</p></li></ol><p>Without a shell beside the system, do the same under <strong>Issues › Events not handled</strong> in the console, or <a href="/docs/site/reference/behaviour/events.html#dead-letters">over REST</a>.</p><p>It works when the list is empty and <code>oms_parked_events</code> falls to 0.</p><p>While the event of a payment or of a Z-report is a dead letter, or waits behind one, <code>npx oms accounting build</code> for its store and day builds what it can and exits with 1. The rules are in <a href="/docs/site/reference/behaviour/events.html#dead-letters">Dead letters</a>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/how-to/replay-dead-letters.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const replayDeadLetters = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  replayDeadLetters as default
};
