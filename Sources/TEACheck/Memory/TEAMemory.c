#include "TEAMemory.h"
