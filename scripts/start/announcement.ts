import { relative } from 'node:path';
import { projectRoot } from '../bootstrap.mjs';
import type { Demo } from './set-up-demo.ts';

const usualSandboxPort = 4010;

/** Returns the text that a start prints when everything is up: addresses, log-in, and what to try. */
export const announcement = (
	demo: Omit<Demo, 'owner'> & { owner?: Demo['owner'] | undefined },
	n8nUrl: string,
	sandboxUrl: string,
	sandboxPort: number,
	data: string,
): string => {
	const sandboxOption = sandboxPort === usualSandboxPort ? '' : ` --url ${sandboxUrl}`;
	const { owner } = demo;
	const logIn = owner ? `  log-in   ${owner.email}\n  password ${owner.password}\n` : '';
	return `
n8n        ${n8nUrl}/workflow/${demo.workflowId}
${logIn}Sandbox    ${sandboxUrl}/dashboard/
  API key  ${demo.apiKey}

${
	demo.active
		? 'Make an SMS arrive (in another terminal); the demo workflow answers it by chat app:'
		: 'The demo workflow is switched off: publish it in the editor, ' +
			'then make an SMS arrive (in another terminal):'
}

  npm run sandbox -- sms receive --body "Do you open on Sunday?"${sandboxOption}

Say something else each time: like the service, the sandbox drops the third copy in a row of a text from one sender.
Watch everything as it happens: npm run sandbox -- listen${sandboxOption}
See the answer in the workflow's Executions tab, and in the sandbox:

  npm run sandbox -- messages list --limit 2${sandboxOption}

Data and logs are in ${relative(projectRoot, data) || '.'}. Ctrl-C stops everything.
`;
};
