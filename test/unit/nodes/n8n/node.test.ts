import type { FunctionsBase } from 'n8n-workflow';

import { writeLog } from '../../../../nodes/n8n/node';

it('A line in the log begins with the name of the node, and says which workflow it is about', () => {
	const warn = jest.fn();
	const context = {
		getNode: () => ({ name: 'Texts' }),
		getWorkflow: () => ({ id: '7', name: 'Support' }),
		logger: { warn },
	} as unknown as FunctionsBase;
	writeLog(context, 'warn', 'refused a request');
	expect(warn.mock.calls).toEqual([
		['Texts: refused a request', { workflowId: '7', workflowName: 'Support', nodeName: 'Texts' }],
	]);
});
