import type { Resource } from '../../execution/operation';
import { add } from './add.operation';

export const credit: Resource = { value: 'credit', name: 'Credit', operations: [add] };
