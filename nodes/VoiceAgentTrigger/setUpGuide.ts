import type { TriggerPanelDefinition } from 'n8n-workflow';

/**
 * Numbers the steps of a notice. In a notice the editor shows lists and links, and drops all other tags: a list
 * without bullets is a line of its own.
 */
const numberSteps = (steps: string[]): string =>
	steps.map((step, index) => `<ul>${index + 1}. ${step}</ul>`).join('');

const DOCS_URL = 'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs';

const linkTo = (page: string, text: string): string =>
	`<a href="${DOCS_URL}/${page}" target="_blank">${text}</a>`;

/** The notice of the events that go to the webhook URL of an API key. */
export const SIGNED_EVENT_STEPS = numberSteps([
	// n8n has the URLs in a section that is collapsed and opens on the Test URL.
	"In the dashboard, set the Test URL (under 'Webhook URLs') on your API key.",
	"Copy the 'Signing Secret' to the credential.",
	`${linkTo('trigger.md', 'Test')} with an event, or build with a ${linkTo('sample-events.md', 'sample event')}.`,
	'Publish, and set the Production URL in place of the Test URL.',
]);

/** The notice of the events that go to the webhook URL of a chat-app account. */
export const CHAT_APP_STEPS = numberSteps([
	`Enter a 'Chat App Token' in the credential. ${linkTo('trigger.md#chat-app-messages', 'Why a token?')}`,
	'Add ?token= and that token to the Test URL.',
	"Set it on the dashboard's chat-app account, and test.",
	'Publish, and set the Production URL in the same way.',
]);

const NOTHING_ARRIVES =
	"<b>Nothing arrives?</b> Open Deliveries in the service's dashboard: 401 means that the signing secret or the token is not the one in the credential, 404 that the workflow is not listening or not published.";

/** The texts that the editor shows beside the parameters until the first event arrives. */
export const eventTriggerPanel: TriggerPanelDefinition = {
	header: 'Receive an event from the voice-agent service',
	executionsHelp: {
		inactive: `<b>While you build the workflow</b>, set the Test URL as the webhook URL of an API key or of the chat-app account, start listening, and make an event happen. The execution shows up in this editor.<br /><br /><b>Once it works</b>, <a data-key="activate">publish</a> the workflow, and set the Production URL in place of the Test URL. A workflow whose URL was there before gets no more events. Executions then show up in the <a data-key="executions">executions list</a>, but not here.<br /><br />${NOTHING_ARRIVES}`,
		active: `<b>This workflow is published</b>: events that are sent to the Production URL run it, and the executions show up in the <a data-key="executions">executions list</a>.<br /><br /><b>To test a change</b>, set the Test URL as the webhook URL of a second API key, start listening, and make an event happen. The execution shows up in this editor.<br /><br />${NOTHING_ARRIVES}`,
	},
	activationHint: {
		inactive:
			'Once the workflow works, publish it and set the Production URL in place of the Test URL. It then runs on each event without this button.',
		active: 'Events that are sent to the Production URL run this workflow too, but do not show up here.',
	},
};
