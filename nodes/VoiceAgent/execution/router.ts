import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readService } from '../../shared/service/openService';
import { additionalBodyFieldsOf, concurrencyOf } from '../panel/commonOptions';
import { ItemInput } from './itemInput';
import { asNodeError } from './nodeError';
import type { Operation } from './operation';
import { findOperation } from '../operations/index';
import { Run, type Plan } from './run';

/**
 * Runs the chosen operation for every input item: parameters -> requests -> records -> items. All requests are made up
 * before the first is sent, so that a wrong value in the last item does not surface after the others are gone.
 */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	if (items.length === 0) return [[]];
	const operation = findOperation(
		this.getNodeParameter('resource', 0) as string,
		this.getNodeParameter('operation', 0) as string,
	);
	const service = await readService(this, this.getNodeParameter('authentication', 0, 'apiKey'));
	const inputs = items.map((_, index) => new ItemInput(this, index, service));
	const first = inputs[0] as ItemInput;
	const groups = operation.gathers?.(first) ? [inputs] : inputs.map((input) => [input]);
	const plans: Plan[] = [];
	for (const group of groups) plans.push(await planFor(operation, group));
	return [await new Run(this, operation, service, concurrencyOf(first)).all(plans)];
}

async function planFor(operation: Operation, inputs: ItemInput[]): Promise<Plan> {
	const input = inputs[0] as ItemInput;
	const pairedItem =
		inputs.length === 1 ? { item: input.index } : inputs.map(({ index }) => ({ item: index }));
	try {
		const outcome = await operation.request(input, inputs);
		if ('ready' in outcome) return { input, pairedItem, ready: outcome.ready };
		Object.assign(outcome.body, additionalBodyFieldsOf(input));
		return { input, pairedItem, request: outcome };
	} catch (error) {
		return { input, pairedItem, error: asNodeError(error, input) };
	}
}
