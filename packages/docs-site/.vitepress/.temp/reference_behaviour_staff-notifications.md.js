import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"What people are told","description":"","frontmatter":{},"headers":[],"relativePath":"reference/behaviour/staff-notifications.md","filePath":"docs/reference/behaviour/staff-notifications.md"}');
const _sfc_main = { name: "reference/behaviour/staff-notifications.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="what-people-are-told" tabindex="-1">What people are told <a class="header-anchor" href="#what-people-are-told" aria-label="Permalink to &quot;What people are told&quot;">​</a></h1><p>Notifications of people who work on orders, and how they are read.</p><h2 id="staff-notifications" tabindex="-1">Staff notifications <a class="header-anchor" href="#staff-notifications" aria-label="Permalink to &quot;Staff notifications&quot;">​</a></h2><table tabindex="0"><thead><tr><th><code>kind</code></th><th>When</th><th>Whom</th></tr></thead><tbody><tr><td><code>Mention</code></td><td>a note on an order or about a customer names a person who was not in it before</td><td>that person</td></tr><tr><td><code>Assignment</code></td><td>property <code>Picker</code> of an order becomes another name</td><td>who has the name</td></tr><tr><td><code>StepFailed</code></td><td>a step leaves an open error of severity <code>Error</code> on an order</td><td>who the order is assigned to</td></tr></tbody></table><ul><li>Nobody is told what they did themselves. An import tells nobody what it brings.</li><li>A notification is stored in the transaction of its cause: there is none of a write that was refused or lost, and one of each cause, however often its request is sent.</li><li>It has the beginning of the note or of the error, at most 200 characters, and goes with an order that is <a href="/docs/site/reference/purged-orders.html">purged</a>. It is kept for 90 days.</li><li>Names are compared in any letter case. What is given to a name that nobody has is read by nobody.</li></ul><table tabindex="0"><thead><tr><th>Call</th><th>Does</th></tr></thead><tbody><tr><td><code>GET /api/Notifications</code></td><td>lists those of the caller, newest first; <code>isUnread=true</code> only unread ones. <code>next</code> is the <code>cursor</code> of the page after it: what comes in meanwhile moves nothing</td></tr><tr><td><code>GET /api/Notifications/Unread</code></td><td>counts unread ones, at most 1,000</td></tr><tr><td><code>POST /api/Notifications/MarkRead</code></td><td>marks <code>ids</code>, or all up to <code>until</code>, as read and responds with the unread ones. What was read keeps its time</td></tr></tbody></table><p>They need <code>OrderRead</code>. The caller is the subject of the token, a person or a program; nobody reads those of another. Those about orders outside of the caller&#39;s stores are left out and not counted.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/behaviour/staff-notifications.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const staffNotifications = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  staffNotifications as default
};
