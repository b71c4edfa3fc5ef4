import { html, render } from 'htm/preact';
import { followChanges } from './changes.js';
import { ApiKeysPage } from './pages/api-keys.js';
import { BatchesPage } from './pages/batches.js';
import { ChatAppPage } from './pages/chat-app.js';
import { CreditsPage } from './pages/credits.js';
import { DeadLettersPage } from './pages/dead-letters.js';
import { DeliveriesPage } from './pages/deliveries.js';
import { DeliveryPage } from './pages/delivery.js';
import { HappeningsPage } from './pages/happenings.js';
import { MessagesPage } from './pages/messages.js';
import { NumbersPage } from './pages/numbers.js';
import { usePlace } from './router.js';
import { Shell } from './shell.js';

/** The page of each place, by the first part of its path; the empty one is where people arrive. */
const PAGES = {
	'': HappeningsPage,
	keys: ApiKeysPage,
	numbers: NumbersPage,
	'chat-app': ChatAppPage,
	messages: MessagesPage,
	batches: BatchesPage,
	deliveries: DeliveriesPage,
	'dead-letters': DeadLettersPage,
	credits: CreditsPage,
};

function Dashboard() {
	const { path, parameters } = usePlace();
	const [section = '', id] = path;
	const Section = Object.hasOwn(PAGES, section)
		? PAGES[/** @type {keyof typeof PAGES} */ (section)]
		: HappeningsPage;
	const single = section === 'deliveries' && id !== undefined;
	return html`<${Shell} section=${section}>
		${single ? html`<${DeliveryPage} key=${id} id=${id} />` : html`<${Section} parameters=${parameters} />`}
	<//>`;
}

followChanges();
render(html`<${Dashboard} />`, document.body);
