import { join, relative } from 'node:path';
import type { Demo, SetUpExample } from './set-up-demo.ts';

const projectRoot = join(import.meta.dirname, '..', '..');
const usualSandboxPort = 4010;

/** The commands of the sandbox that make the events happen. */
const COMMANDS: Record<string, string> = {
	'call.completed': 'calls complete',
	'sms.received': 'sms receive --body "Do you open on Sunday?"',
	'sms.sent': 'sms send',
	'chatapp.received': 'chatapp receive --body "Do you open on Sunday?"',
	'chat.session.completed': 'chats complete',
};

/** Returns how the example is set up, and how to make its events happen. */
const describeExample = (
	{ id, name, active, refusal, events }: SetUpExample,
	n8nUrl: string,
	sandboxOption: string,
): string => {
	const lines = [`The example "${name}" is set up too: ${n8nUrl}/workflow/${id}`];
	if (refusal !== undefined) lines.push(`n8n did not publish it: ${refusal}`);
	if (!active) lines.push('Follow the note on its canvas, then publish it in the editor.');
	if (events.length > 0) {
		lines.push('Until the next start, events go to it and not to the demo workflow.');
		lines.push('Press the button "Make it happen" in the dashboard, or run in another terminal:', '');
		lines.push(...events.flatMap((event) => COMMANDS[event] ?? []).map(runInSandbox(sandboxOption)));
	}
	return `${lines.join('\n')}\n`;
};

const runInSandbox =
	(sandboxOption: string) =>
	(command: string): string =>
		`  npm run sandbox -- ${command}${sandboxOption}`;

/** Returns how to open the 24 hours in which the service lets a workflow write to the contact by chat app. */
const describeClosedChat = (sandboxOption: string): string =>
	'The contact wrote nothing by chat app for 24 hours, so the service would refuse an answer by chat app. ' +
	`Make "A chat message arrives" happen first, in the dashboard or by\n\n${runInSandbox(sandboxOption)(COMMANDS['chatapp.received'] ?? '')}\n`;

/** Returns what to try with the demo workflow. */
const describeDemo = ({ active }: Pick<Demo, 'active'>, sandboxOption: string): string => `${
	active
		? 'Make an SMS arrive; the demo workflow answers it by chat app.'
		: 'The demo workflow is switched off: publish it in the editor, then make an SMS arrive.'
}
In the dashboard, write an SMS under Chat, or choose "An SMS arrives" and press the button "Make it happen".
Or run in another terminal:

${runInSandbox(sandboxOption)('sms receive --body "Do you open on Sunday?"')}

Say something else each time: like the service, the sandbox drops the third copy in a row of a text from one sender.
See the answer in the workflow's Executions tab, and in the sandbox:

${runInSandbox(sandboxOption)('messages list --limit 2')}
`;

/** Returns the text that a start prints when everything is up: addresses, log-in, and what to try. */
export const announcement = (
	demo: Omit<Demo, 'owner'> & { owner?: Demo['owner'] | undefined },
	n8nUrl: string,
	sandboxUrl: string,
	sandboxPort: number,
	data: string,
): string => {
	const sandboxOption = sandboxPort === usualSandboxPort ? '' : ` --url ${sandboxUrl}`;
	const { owner, example, receiver } = demo;
	const tryIt = [
		...(receiver === undefined
			? []
			: [`Events go where you led them; those of the API key go to "${receiver}".\n`]),
		...(demo.needsChatAppMessage ? [describeClosedChat(sandboxOption)] : []),
		...(example ? [describeExample(example, n8nUrl, sandboxOption)] : []),
		...(example?.events.length || receiver !== undefined ? [] : [describeDemo(demo, sandboxOption)]),
	].join('\n');
	const inProject = relative(projectRoot, data) || '.';
	const logIn = owner ? `  log-in   ${owner.email}\n  password ${owner.password}\n` : '';
	return `
n8n        ${n8nUrl}/workflow/${demo.workflowId}
${logIn}Sandbox    ${sandboxUrl}/dashboard/
  API key  ${demo.apiKey}

${tryIt}
Watch everything as it happens: npm run sandbox -- listen${sandboxOption}
Data and logs are in ${inProject.startsWith('..') ? data : inProject}. Ctrl-C stops everything.
`;
};
