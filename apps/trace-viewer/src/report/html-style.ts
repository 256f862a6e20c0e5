import { Markup } from './html.ts';

/** The report's style sheet; dark where the reader's system is. */
export const reportStyle: Markup = new Markup(`
:root{color-scheme:light dark;--line:light-dark(#ddd,#333);--off:light-dark(#c8ccd4,#4a4f5a)}
body{font:14px/1.45 system-ui,sans-serif;max-width:1200px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
.facts{display:flex;flex-wrap:wrap;gap:.5rem 2rem}.facts dt{opacity:.7}.facts dd{margin:0;font-size:1.2rem}
.shares{display:flex;height:26px}.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0}
.legend i{display:inline-block;width:.8em;height:.8em;margin-right:.4em}
.histogram{display:flex;align-items:flex-end;gap:1px;height:110px;border-bottom:1px solid var(--line)}
.histogram i{flex:1;background:#4c78a8}.histogram i.tail{background:#d0505c}
.axis{display:flex;justify-content:space-between;margin:0;opacity:.7}
table{border-collapse:collapse;width:100%}th,td{text-align:right;padding:.15rem .6rem;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{text-align:left;overflow-wrap:anywhere}
details{border-bottom:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
.waterfall>div{display:flex;align-items:center;font-size:12px}
.waterfall b{box-sizing:border-box;flex:0 0 34%;font-weight:400;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.waterfall span{flex:1;position:relative;height:14px}.waterfall i{position:absolute;top:2px;bottom:2px}
.waterfall em{flex:0 0 6em;text-align:right;font-style:normal}.waterfall .error b{color:#d0505c}
`);
