import { html, render } from 'htm/preact';
import { ApiKeysPage } from './pages/api-keys.js';
import { ChatPage } from './pages/chat.js';
import { ConnectPage } from './pages/connect.js';
import { CreditsPage } from './pages/credits.js';
import { EventsPage } from './pages/events.js';
import { FaultsPage } from './pages/faults.js';
import { RECORD_KINDS, RecordPage, RecordsPage } from './pages/records.js';
import { Shell } from './shell.js';
import { followChanges } from './state/data.js';
import { place } from './state/place.js';

/** The pages that are not plain tables, by the first segment of the path. */
const PAGES = new Map([
	['', EventsPage],
	['chat', ChatPage],
	['connect', ConnectPage],
	['keys', ApiKeysPage],
	['credits', CreditsPage],
	['faults', FaultsPage],
]);

function Dashboard() {
	const [section = '', id] = place.value.path;
	return html`<${Shell} section=${section}>
		${
			Object.hasOwn(RECORD_KINDS, section)
				? html`<${id === undefined ? RecordsPage : RecordPage}
						key=${`${section}/${id}`}
						section=${section}
						id=${id}
					/>`
				: html`<${PAGES.get(section) ?? EventsPage} />`
		}
	<//>`;
}

followChanges();
render(html`<${Dashboard} />`, document.body);
