import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_MAX_RETRIES } from '../../../../../nodes/VoiceAgent/fields/commonFields';
import { planned, refusedBy, outputOfPlan } from '../../../../support/plan-operation';

const SKILL = { skillId: 'sk-1' };
const CAMPAIGN = { callerId: '+14155550100', previewOnly: true };

describe('planFor', () => {
	it('holds everything that running needs', async () => {
		const options = { timeout: '500', maxRetries: 0 };
		expect(await planned('message:get', { messageId: 'm-1', options })).toMatchObject({
			request: { method: 'POST', path: 'get-message', body: { message_id: 'm-1' } },
			index: 0,
			timeoutMs: 500,
			maxRetries: 0,
			idempotent: true,
			maxRecords: Infinity,
			simplified: expect.arrayContaining(['id', 'body']),
		});
	});

	it('takes the usual values for options without one', async () => {
		const options = { timeout: undefined, maxRetries: null };
		expect(await planned('message:get', { messageId: 'm-1', options })).toMatchObject({
			timeoutMs: 30_000,
			maxRetries: DEFAULT_MAX_RETRIES,
		});
	});

	it.each([
		['timeout', 'abc', /^'Timeout \(Ms\)' "abc" is not a whole number from 1 to 3600000\. /],
		['maxRetries', 11, /^'Max Retries' "11" is not a whole number from 0 to 10\. /],
		['concurrency', 'many', /^'Parallel Requests' "many" is not a whole number from 1 to 100\. /],
		['additionalBodyFields', '[1]', /^'Additional Body Fields' "\[1\]" is not a JSON object\. /],
	])('refuses the option %s %j before anything is sent', async (name, value, words) => {
		expect(await refusedBy('message:get', { messageId: 'm-1', options: { [name]: value } })).toMatch(words);
	});

	it.each([
		['message:getAll', { returnAll: undefined }, 'Return All'],
		['message:get', { messageId: 'm-1', simplify: 'yes' }, 'Simplify'],
		['message:get', { messageId: 'm-1', downloadMedia: undefined }, 'Download Media'],
		['skill:execute', { ...SKILL, dryRun: undefined }, 'Preview Only'],
		['batchCall:create', { ...CAMPAIGN, previewOnly: 'ja' }, 'Preview Only'],
	])('refuses a switch of %s that cannot be read: %j', async (id, parameters, label) => {
		const items = [{ phone_number: '+14155550123' }];
		expect(await refusedBy(id, parameters, { items })).toMatch(
			new RegExp(`^(The expression in )?'${label}' `),
		);
	});

	it.each([
		[true, true],
		['true', true],
		['false', false],
		[0, false],
	])('repeats a skill execution only as a dry run: %j', async (dryRun, idempotent) => {
		expect(await planned('skill:execute', { ...SKILL, dryRun })).toMatchObject({
			idempotent,
			request: { body: { dry_run: idempotent } },
		});
	});

	it.each<[string, IDataObject, string, string]>([
		['skill:execute', { ...SKILL, dryRun: true }, 'dry_run', 'Preview Only'],
		['batchCall:create', CAMPAIGN, 'recipients', 'Recipients'],
		['batchCall:create', CAMPAIGN, 'scheduled_at', 'Scheduled At'],
		['batchCall:create', CAMPAIGN, 'caller_id', 'Call From'],
		['batchCall:create', CAMPAIGN, 'action', 'Operation'],
		['batchCall:create', CAMPAIGN, 'window_start_time', 'Service Window Start'],
		['message:getAll', {}, 'limit', 'Limit'],
		['message:getAll', {}, 'offset', 'Return All'],
		['phoneNumber:search', { searchBy: 'any' }, 'limit', 'Limit'],
	])('lets Additional Body Fields of %s %j not hold %s', async (id, parameters, field, label) => {
		const items = [{ phone_number: '+14155550123' }];
		const options = { additionalBodyFields: { tag: 'spring', [field]: null } };
		expect(await refusedBy(id, { ...parameters, options }, { items })).toBe(
			`'Additional Body Fields' contains '${field}', which the node sets itself. Remove it there and ` +
				`use '${label}' instead.`,
		);
	});

	it('merges Additional Body Fields before the preview, which is the request', async () => {
		const items = [{ phone_number: '+14155550123' }];
		const options = { additionalBodyFields: { tag: 'spring', name: 'Other' } };
		const plan = await planned('batchCall:create', { ...CAMPAIGN, options }, { items });
		expect(plan.request.body).toMatchObject({ tag: 'spring', name: 'Other' });
		expect(await outputOfPlan(plan)).toMatchObject({ preview: true, request: plan.request.body });
	});
});
