/** The fields that only a person may set: no model can, however the workflow was written. */
import type { IDataObject } from 'n8n-workflow';

import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node';
import { addNodeType, jsonOf, outputOf } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

/** A tool in which n8n evaluates expressions in these fields, as some versions do. */
const TOOL = 'test.voiceAgentTool';

let service: TestService;
beforeAll(async () => {
	service = await TestService.start();
	addNodeType(TOOL, new VoiceAgent());
});
beforeEach(async () => await service.clear());

const campaign = (more: IDataObject) => ({
	resource: 'batchCall',
	operation: 'create',
	callerId: { __rl: true, mode: 'number', value: '+14155550100' },
	recipientsFrom: 'json',
	recipientsJson: '[{ "phone_number": "+14155550123" }]',
	...more,
});
const skill = (dryRun: string) => ({ resource: 'skill', operation: 'execute', skillId: 'sk-1', dryRun });

/** The values that the model has chosen. */
const CHOSEN = { query: { preview: false, most: 5000 }, preview: false };

it.each<[string, IDataObject, string]>([
	['Preview Only', campaign({ previewOnly: '={{ $json.preview }}' }), 'batch-calls'],
	[
		'Max Recipients',
		campaign({ previewOnly: false, options: { maximumRecipients: "={{ $fromAI('most', '', 'number') }}" } }),
		'batch-calls',
	],
	['Preview Only', skill("={{ $fromAI('preview', '', 'boolean') }}"), 'manage-skills/sk-1/execute'],
])('refuses %s from a model: %j', async (label, parameters, endpoint) => {
	const { error } = (await service.run(parameters, [CHOSEN], { type: TOOL })).data.resultData;
	expect(error).toMatchObject({
		message: `'${label}' takes no expression where an AI agent uses the node`,
		description: expect.stringMatching(/^A person has to set it, not a model\. /),
	});
	expect(await service.requests(endpoint)).toEqual([]);
});

it('refuses what asks for a model’s choice in any node, and takes other expressions there', async () => {
	for (const asking of ["$fromAI('preview', '', 'boolean')", "/*n8n-auto*/ $fromai('preview')"]) {
		const { error } = (await service.run(campaign({ previewOnly: `={{ ${asking} }}` }), [CHOSEN])).data
			.resultData;
		expect(error?.message).toMatch(/^'Preview Only' takes no expression/);
	}
	const other = campaign({ previewOnly: '={{ !$json.preview }}' });
	expect(jsonOf(outputOf(await service.run(other, [CHOSEN]), 'Voice Agent'))).toMatchObject([
		{ preview: true },
	]);
	expect(await service.requests('batch-calls')).toEqual([]);
});

it('takes what a person has set in a tool', async () => {
	const result = await service.run(campaign({ previewOnly: true }), [CHOSEN], { type: TOOL });
	expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ preview: true }]);
});
