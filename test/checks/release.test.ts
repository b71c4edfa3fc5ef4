import { passes } from './run-script.ts';

// publish.yml, whose commands it runs, is for GitHub's Linux.
passes('check:release', 'bash', 'sha256sum');
