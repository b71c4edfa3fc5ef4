import { passes } from '../support/run-check.ts';

// publish.yml, whose commands it runs, is for GitHub's Linux.
passes('release', 'bash', 'sha256sum');
