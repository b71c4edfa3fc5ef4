import { resources } from '../../nodes/VoiceAgent/operations';
import { runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { SAMPLE_ITEM, sampledOperations, sampleOf } from '../support/operation-samples';
import { TestService } from '../support/test-service';

const operations = resources.flatMap(({ value, operations: those }) =>
	those.map((operation) => `${value}:${operation.value}`),
);

let service: TestService;
beforeAll(async () => (service = await TestService.start()));

it('has a sample for every operation, and for nothing else', () => {
	expect([...sampledOperations].sort()).toEqual([...operations].sort());
});

const requiredFields = resources.flatMap(({ value, operations: those }) =>
	those.flatMap(({ value: operation, properties }) =>
		properties
			.filter(({ required }) => required)
			.map((field) => [`${value}:${operation}`, field.displayName, field] as const),
	),
);

it.each(requiredFields)('%s says that the expression in %s gave no value', async (id, label, field) => {
	const { name, type, displayOptions } = field;
	const shown = Object.entries(displayOptions?.show ?? {}).map(([other, values]) => [other, values?.[0]]);
	const nothing = '={{ $json.nothing }}';
	const value = type === 'resourceLocator' ? { __rl: true, mode: 'id', value: nothing } : nothing;
	const parameters = { ...(await sampleOf(id, service)), ...Object.fromEntries(shown), [name]: value };
	const { data } = await runFlow(voiceAgentFlow(parameters), [SAMPLE_ITEM], service.credentials);
	expect(data.resultData.error?.message).toBe(`The expression in '${label}' gave no value for this item`);
});
