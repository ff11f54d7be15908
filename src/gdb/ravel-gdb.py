# Ravel's threads and schedule in gdb: what `ravel replay --gdb` loads.
#
# All threads of the program are coroutines of one thread of the operating system, which gdb shows as
# the only one. The runtime tells where they are (src/runtime/debugger.h), and one that does not run
# has its registers on its stack (src/runtime/switch.S).

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from ravel_gdb import commands

commands.start()
