// Entry point of the page: loads the facts of the trace first, then each part from top to bottom.

import {$, painted} from './dom.js';
import {loadTrace, startTrace} from './trace.js';
import {loadFrames} from './framelist.js';
import {select, startCalls} from './calls.js';
import {startFilter} from './filter.js';
import {startFrames} from './frames.js';
import {startThumbs} from './thumbs.js';
import {laid, startTimeline} from './timeline.js';
import {startTabs} from './tabs.js';
import {startSearch} from './search.js';
import {startKeys} from './keys.js';
import {startPanes} from './panes.js';
import {startLive} from './live.js';
import {startExport} from './export.js';
import {startMarks} from './marks.js';
import {startScale} from './scale.js';
import {startTheme} from './theme.js';
import {recall, set, state, warn} from './store.js';

// restore the selection from the fragment of the URL
async function back(url) {
  const {call, tab} = recall(url);
  if (call != null && call !== state.call) await select(Math.max(0, Math.min(call, state.trace.calls - 1)));
  if (tab) set({tab});
}

async function start() {
  startTheme();
  startScale();
  await loadTrace();
  for (const part of [startTrace, startFilter, startThumbs, startFrames, startTimeline, startTabs, startCalls, startSearch, startKeys, startPanes, startLive, startMarks, startExport]) part();
  await back(location.href);
  addEventListener('hashchange', event => back(event.newURL).catch(warn));
  $('calls').focus({preventScroll: true});
  await loadFrames();
  await shown();
  await laid();
  document.documentElement.dataset.ready = 'true';
}

// shown waits until frames and calls are on the screen and marks the time.
async function shown() {
  while (state.trace.calls && document.querySelector('#calls .row.loading:not([hidden])')) await new Promise(requestAnimationFrame);
  await painted();
  performance.mark('shown');
}

start().catch(warn);
